/** Path of a NATS server for tests. */
export function findNatsServer(): string;

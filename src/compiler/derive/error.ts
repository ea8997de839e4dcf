/** A constant that cannot be computed, and the element that causes it. */
export class ConstantError extends Error {
  override name = 'ConstantError';
  readonly kind: 'actuator' | 'tendon' | 'body' | 'flex';
  readonly id: number;

  constructor(kind: ConstantError['kind'], id: number, message: string) {
    super(message);
    this.kind = kind;
    this.id = id;
  }
}

#!/usr/bin/env node
import { main } from './main.ts';

// `tenon info model.xml | head` closes the pipe early: not an error
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await main(process.argv.slice(2));

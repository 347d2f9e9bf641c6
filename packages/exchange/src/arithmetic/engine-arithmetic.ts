import type { Arithmetic } from './arithmetic.ts'

/**
 * The functions of the engine that runs us, with which price model 1 was drawn. Engines differ in their last bits, so no
 * newer model uses them, and this is the one file of the prices that may.
 */
export const engineArithmetic: Arithmetic = {
  exp: Math.exp,
  log: Math.log,
  power: Math.pow,
}

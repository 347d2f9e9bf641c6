import { createPasswordHashing } from '../features/accounts/hashing.ts'

/** Argon2id at the least that it can cost: a thousand customers of the tests sign in at a fifteenth of all their time otherwise. */
export const quickHashing = () => createPasswordHashing({ memoryCost: 8, timeCost: 1, parallelism: 1 })

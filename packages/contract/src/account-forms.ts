import { z } from 'zod'
import { MAX_PASSWORD, authenticatorCode, email, recoveryCode, secret, text, verificationCode } from './fields.ts'

/**
 * The rules of input in the account forms, before it is sent. They stand apart from the endpoints, because the app is
 * built with the endpoints' addresses and without their schemas.
 */
const MAX_NAME = 50

export const password = secret(MAX_PASSWORD)

export const confirmedEmail = z.object({ email, code: verificationCode })

// With a letter in it, so that nobody can take an account number for a name.
const USERNAME = /^(?=.*[A-Za-z])[A-Za-z0-9_.-]{9,13}$/u
export const username = z.string().regex(USERNAME)

export const chosenUsername = z.object({ username })

export const credentials = z.object({
  username: text(MAX_NAME),
  password,
  /** Asked for once the password was right, where the account has a second factor. */
  totp: authenticatorCode.optional(),
  recoveryCode: recoveryCode.optional(),
})

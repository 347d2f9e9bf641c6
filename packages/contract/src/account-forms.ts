import { z } from 'zod'
import { MAX_PASSWORD, authenticatorCode, email, recoveryCode, secret, text, verificationCode } from './fields.ts'

/**
 * What the forms of accounts hold an input to before it is sent. They stand apart from the endpoints, because the app is
 * built with the endpoints' addresses and without their schemas.
 */
const MAX_NAME = 50

export const password = secret(MAX_PASSWORD)

export const confirmedEmail = z.object({ email, code: verificationCode })

export const credentials = z.object({
  username: text(MAX_NAME),
  password,
  /** Asked for once the password was right, where the account has a second factor. */
  totp: authenticatorCode.optional(),
  recoveryCode: recoveryCode.optional(),
})

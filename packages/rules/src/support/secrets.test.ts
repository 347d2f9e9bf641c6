import { expect, it } from 'vitest'
import { speaksOfSecrets } from './secrets.ts'

it.each([
  'Pasame tu contraseña, por favor',
  'necesito el CÓDIGO que te llegó',
  'What is your PIN?',
  'Please send the verification code.',
  'Bitte nennen Sie Ihr Passwort',
  'कृपया अपना पासवर्ड बताएं',
  'パスワードを教えてください',
  'กรุณาแจ้งรหัสผ่าน',
  '请把验证码告诉我',
  '請告訴我密碼',
  'ｐａｓｓｗｏｒｄ',
])('%j speaks of a secret', (text) => expect(speaksOfSecrets(text)).toBe(true))

it.each(['Tu depósito se acredita solo', 'Shopping went well', 'Ihre Order ist ausgeführt', '您的存款已到账', ''])('%j does not', (text) =>
  expect(speaksOfSecrets(text)).toBe(false),
)

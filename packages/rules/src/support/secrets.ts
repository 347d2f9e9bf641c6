/**
 * Finds texts about something that customers must never tell anybody: passwords, codes, numbers of cards. Words of the eight languages; a
 * request for them cannot be recognised from words alone, so mentioning them is enough to warn.
 */
const SECRETS: readonly RegExp[] = [
  /contrase[ñn]a|\bclave\b|c[óo]digo|tarjeta de cr[ée]dito/iu,
  /password|passcode|passphrase|\bpin\b|\bcvv\b|\bcvc\b|\botp\b|security code|verification code|one-time code|recovery code|card number|seed phrase|private key/iu,
  /passwort|kennwort|sicherheitscode|einmalcode|kartennummer/iu,
  /पासवर्ड|पिन|कोड|कार्ड नंबर/u,
  /パスワード|暗証番号|認証コード|コード|カード番号/u,
  /รหัสผ่าน|รหัส|หมายเลขบัตร/u,
  /密码|验证码|卡号|密碼|驗證碼|卡號/u,
]

export const speaksOfSecrets = (text: string): boolean => {
  const normal = text.normalize('NFKC')
  return SECRETS.some((secret) => secret.test(normal))
}

import type { Language } from '@rueda/contract/codes.ts'

/** Mails to customers, in the customer's language. None of them holds a link: a mail that asks for a click is not ours. */
export type MailText = Readonly<{ subject: string; body: string }>

type Texts = Readonly<{ code: (code: string) => MailText; addressTaken: MailText }>

const texts: Readonly<Record<Language, Texts>> = {
  'es': {
    code: (code) => ({
      subject: 'Tu código de Rueda',
      body: `Tu código es ${code}. Vale cinco minutos y sirve una sola vez.\n\nSi no lo pediste, ignorá este mensaje. Nadie de Rueda te va a pedir este código.`,
    }),
    addressTaken: {
      subject: 'Ya tenés una cuenta en Rueda',
      body: 'Alguien quiso abrir una cuenta con esta dirección, que ya tiene una. Si fuiste vos, ingresá con tu contraseña o pedí una nueva. Si no, no hace falta que hagas nada.',
    },
  },
  'en': {
    code: (code) => ({
      subject: 'Your Rueda code',
      body: `Your code is ${code}. It is valid for five minutes and works once.\n\nIf you did not ask for it, ignore this message. Nobody from Rueda will ask you for this code.`,
    }),
    addressTaken: {
      subject: 'You already have a Rueda account',
      body: 'Somebody tried to open an account with this address, which already has one. If it was you, log in with your password or ask for a new one. If not, there is nothing to do.',
    },
  },
  'de': {
    code: (code) => ({
      subject: 'Ihr Rueda-Code',
      body: `Ihr Code lautet ${code}. Er gilt fünf Minuten und nur einmal.\n\nWenn Sie ihn nicht angefordert haben, beachten Sie diese Nachricht nicht. Niemand von Rueda wird Sie nach diesem Code fragen.`,
    }),
    addressTaken: {
      subject: 'Sie haben schon ein Rueda-Konto',
      body: 'Jemand wollte mit dieser Adresse ein Konto eröffnen; zu ihr gehört schon eines. Waren Sie es, melden Sie sich mit Ihrem Passwort an oder fordern Sie ein neues an. Wenn nicht, ist nichts zu tun.',
    },
  },
  'hi': {
    code: (code) => ({
      subject: 'आपका Rueda कोड',
      body: `आपका कोड ${code} है। यह पाँच मिनट तक मान्य है और एक ही बार काम करता है।\n\nअगर आपने इसे नहीं माँगा, तो इस संदेश को अनदेखा करें। Rueda का कोई व्यक्ति आपसे यह कोड नहीं माँगेगा।`,
    }),
    addressTaken: {
      subject: 'आपका Rueda खाता पहले से है',
      body: 'किसी ने इस पते से खाता खोलने की कोशिश की, जिसका खाता पहले से है। अगर वह आप थे, तो अपने पासवर्ड से लॉग इन करें या नया पासवर्ड माँगें। अगर नहीं, तो कुछ करने की ज़रूरत नहीं।',
    },
  },
  'ja': {
    code: (code) => ({
      subject: 'Rueda の確認コード',
      body: `確認コードは ${code} です。有効期間は5分、使用は1回限りです。\n\nお心当たりがない場合は、このメールを無視してください。Rueda の担当者がこのコードをお尋ねすることはありません。`,
    }),
    addressTaken: {
      subject: 'Rueda の口座をすでにお持ちです',
      body: 'このメールアドレスで口座を開こうとした方がいますが、すでに口座があります。ご本人の場合は、パスワードでログインするか、再設定してください。お心当たりがない場合は、何もする必要はありません。',
    },
  },
  'th': {
    code: (code) => ({
      subject: 'รหัส Rueda ของคุณ',
      body: `รหัสของคุณคือ ${code} ใช้ได้ห้านาทีและใช้ได้ครั้งเดียว\n\nหากคุณไม่ได้ขอ โปรดละเว้นข้อความนี้ ไม่มีใครจาก Rueda จะถามรหัสนี้จากคุณ`,
    }),
    addressTaken: {
      subject: 'คุณมีบัญชี Rueda อยู่แล้ว',
      body: 'มีคนพยายามเปิดบัญชีด้วยอีเมลนี้ ซึ่งมีบัญชีอยู่แล้ว หากเป็นคุณ โปรดเข้าสู่ระบบด้วยรหัสผ่านหรือขอรหัสผ่านใหม่ หากไม่ใช่ คุณไม่ต้องทำอะไร',
    },
  },
  'zh-CN': {
    code: (code) => ({
      subject: '您的 Rueda 验证码',
      body: `您的验证码是 ${code}，五分钟内有效，仅可使用一次。\n\n如果不是您本人申请，请忽略此邮件。Rueda 的任何人都不会向您索要此验证码。`,
    }),
    addressTaken: {
      subject: '您已有 Rueda 账户',
      body: '有人尝试用此邮箱开户，但此邮箱已有账户。如果是您本人，请用密码登录或重设密码。如果不是，无需任何操作。',
    },
  },
  'zh-TW': {
    code: (code) => ({
      subject: '您的 Rueda 驗證碼',
      body: `您的驗證碼是 ${code}，五分鐘內有效，僅可使用一次。\n\n如果不是您本人申請，請忽略此郵件。Rueda 的任何人都不會向您索取此驗證碼。`,
    }),
    addressTaken: {
      subject: '您已有 Rueda 帳戶',
      body: '有人嘗試用此電子郵件開戶，但此電子郵件已有帳戶。如果是您本人，請用密碼登入或重設密碼。如果不是，無需任何操作。',
    },
  },
}

export const codeMail = (language: Language, code: string): MailText => texts[language].code(code)
export const addressTakenMail = (language: Language): MailText => texts[language].addressTaken

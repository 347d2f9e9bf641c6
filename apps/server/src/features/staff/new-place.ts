import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { StaffDeps } from './sign-in.ts'

type Place = Readonly<{ staffId: string; email: string; device: string; address: string; now: Instant }>

/** True when somebody who signed in before does so from another address or with another device (`docs/rules/back-office.md` BO-05). */
export async function isNewPlace(reader: Reader, { staffId, device, address }: Omit<Place, 'email' | 'now'>): Promise<boolean> {
  const { rows } = await reader.query<{ before: bigint; here: bigint }>(
    `select count(*) as before, count(*) filter (where device = $2 and address = $3) as here from staff_sessions where staff_id = $1`,
    [staffId, device, address],
  )
  return (rows[0]?.before ?? 0n) > 0n && rows[0]?.here === 0n
}

const USEFUL_MS = 7 * DAY_MS

/** In both languages of the console. No link: a mail that asks for a click is not ours. */
export function tellOfNewPlace({ mail }: Pick<StaffDeps, 'mail'>, { email, device, address, now }: Place): void {
  const when = `${new Date(now).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  mail.inBackground(() =>
    mail.enqueue({
      recipient: email,
      subject: 'Rueda: nuevo ingreso a la consola · new sign-in to the back office',
      body: [
        `Alguien ingresó con tu cuenta de la consola el ${when}, desde ${address}, con ${device}. La sesión anterior terminó.`,
        'Si no fuiste vos, pedile ya a un administrador que cierre tu cuenta.',
        '',
        `Somebody signed in with your back office account on ${when}, from ${address}, with ${device}. The session before has ended.`,
        'If it was not you, ask an administrator to shut your account out now.',
      ].join('\n'),
      usefulUntil: now + USEFUL_MS,
    }),
  )
}

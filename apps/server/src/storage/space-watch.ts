import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { Clock } from '../deps.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Infrastructure } from '../infrastructure.ts'
import { writeMail } from '../mail/mail.ts'

/** Looks at the room on the disk again and again, and alarms when it becomes too little: in the log, and by mail to administrators. */
export const SPACE_LOOK_EVERY_MS = 10 * SECOND_MS

type Watched = Pick<Infrastructure, 'space' | 'pool' | 'ids' | 'log'> & Readonly<{ wallClock: Clock }>

/** Returns the work of each look; an alarm is raised once for each time the space becomes low. */
export function createSpaceWatch(app: Watched): () => Promise<void> {
  let isAlarmed = false
  return async () => {
    const { space, log } = app
    await space.look()
    if (space.isLow() === isAlarmed) return
    isAlarmed = space.isLow()
    const free = { freeMebibytes: space.freeMebibytes() }
    if (!isAlarmed) return log.info(free, 'there is room on the disk again: uploads and exports go on')
    log.error(free, 'too little room on the disk: uploads and exports are refused, trading goes on')
    await mailAlarm(app)
  }
}

const USEFUL_MS = DAY_MS
const ALARMED = `
  select email from staff
  where 'admin' = any(roles) and disabled_at is null and email is not null and factor is not null order by email`

const mailAlarm = ({ pool, ids, wallClock, space }: Watched) =>
  inTransaction(pool, async (client) => {
    const now = wallClock.now()
    const { rows } = await client.query<{ email: string }>(ALARMED)
    for (const { email } of rows)
      await writeMail(client, { ids, now }, { recipient: email, ...letterOf(space.freeMebibytes()), usefulUntil: now + USEFUL_MS })
    return ok(true)
  })

/** In both languages of the console. No link: a mail that asks for a click is not ours. */
const letterOf = (free: number) => ({
  subject: 'Rueda: queda poco espacio en el disco · little room is left on the disk',
  body: [
    `En el disco de los datos quedan ${free} MB, menos que el piso fijado (MIN_FREE_MB). No se aceptan archivos ni se hacen exportaciones; las órdenes siguen.`,
    'Liberá espacio o agrandá el disco. Cuando haya lugar, todo sigue sin reiniciar.',
    '',
    `${free} MB are left on the disk of the data, less than the floor that was set (MIN_FREE_MB). No files are taken and no exports made; orders go on.`,
    'Make room or enlarge the disk. Once there is room, everything goes on without a restart.',
  ].join('\n'),
})

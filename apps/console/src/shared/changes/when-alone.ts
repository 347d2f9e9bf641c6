import { moment } from '../../app/moments.ts'
import { say } from '../../app/words.ts'

type Times = Readonly<{ aloneTimestamp: number; expireTimestamp: number }>

/** From when until when whoever asked for a change of the staff can carry it out without anybody else. */
export const whenAlone = ({ aloneTimestamp, expireTimestamp }: Times): string =>
  say('request.fromOwn', { from: moment(aloneTimestamp), until: moment(expireTimestamp) })

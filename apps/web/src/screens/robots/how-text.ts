import type { RobotRow } from '@rueda/contract/robots.ts'
import type { Translate } from '../../shared/text/text.ts'

/** What a robot does, in the reader's language, with the figures of its own parameters. */
export const howText = (t: Translate<'robots'>, { id, parameters }: Pick<RobotRow, 'id' | 'parameters'>): string =>
  t(`how.${id}`, Object.fromEntries(parameters.map(({ name, value }) => [name, value])))

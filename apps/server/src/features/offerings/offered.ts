import type { OfferingKind } from '@rueda/rules/offerings/offering.ts'
import type { App } from '../../app.ts'

/** One thing that is offered by name, with the name that customers read. */
export type Offered = Readonly<{ kind: OfferingKind; id: string; names: Readonly<{ en: string; es: string }> }>
/** Everything that is offered now, closed things among it. */
export type OfferedList = (app: App) => readonly Offered[]

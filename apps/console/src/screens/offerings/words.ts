import type { OfferingKind } from '@rueda/rules/offerings/offering.ts'

/** A kind of product without a name does not compile. */
type KindWords = Readonly<Record<`offering.kind.${OfferingKind}`, string>>
const kindsInEnglish: KindWords = {
  'offering.kind.fund': 'Funds',
  'offering.kind.agency': 'Agencies',
  'offering.kind.robot': 'Robots',
  'offering.kind.loan': 'Loans',
  'offering.kind.placing': 'Placings',
}
const kindsInSpanish: KindWords = {
  'offering.kind.fund': 'Fondos',
  'offering.kind.agency': 'Agencias',
  'offering.kind.robot': 'Robots',
  'offering.kind.loan': 'Préstamos',
  'offering.kind.placing': 'Colocaciones',
}

export const english = {
  ...kindsInEnglish,
  'offerings.what': 'Product',
  'offerings.whatHolds':
    'Pausing and closing refuse only what somebody begins. What customers have goes on by its terms; nobody sets a value, a term or a result here.',
  'offerings.status.open': 'Offered',
  'offerings.status.paused': 'Paused',
  'offerings.status.closed': 'Closed',
  'offerings.pause': 'Pause',
  'offerings.resume': 'Offer again',
  'offerings.close': 'Close for good',
  'offerings.closeWhat':
    'Closing takes two persons and is for good. What customers have of it goes on by its terms, and its record stays; whoever follows an agency is paid out at its next strike.',
  'offerings.changed': 'It takes effect with the next request.',
  'offerings.none': 'Nothing was ever paused or closed.',
  'offerings.wasClosed': 'This is closed for good.',
  'offerings.closing': 'Close for good: {{name}}',
} as const

export const spanish: Readonly<Record<keyof typeof english, string>> = {
  ...kindsInSpanish,
  'offerings.what': 'Producto',
  'offerings.whatHolds':
    'Pausar y cerrar solo rechaza lo que alguien empieza. Lo que los clientes tienen sigue por sus condiciones; acá nadie fija un valor, una condición ni un resultado.',
  'offerings.status.open': 'Se ofrece',
  'offerings.status.paused': 'En pausa',
  'offerings.status.closed': 'Cerrado',
  'offerings.pause': 'Pausar',
  'offerings.resume': 'Volver a ofrecer',
  'offerings.close': 'Cerrar para siempre',
  'offerings.closeWhat':
    'Cerrar lleva dos personas y es para siempre. Lo que los clientes tienen sigue por sus condiciones, y su historial queda a la vista; a quien sigue una agencia se le paga con su próximo valor.',
  'offerings.changed': 'Rige desde el próximo pedido.',
  'offerings.none': 'Nunca se pausó ni se cerró nada.',
  'offerings.wasClosed': 'Está cerrado para siempre.',
  'offerings.closing': 'Cerrar para siempre: {{name}}',
}

/** Windows, sums and balance are said with the words of new shares. */
export const english = {
  'placing.discount': 'Discount',
  'placing.reference': 'Close it is taken off',
  'placing.unlocks': 'Free from',
  'placing.state.0': 'Upcoming',
  'placing.state.1': 'Open',
  'placing.state.2': 'Closed',
  'placing.state.3': 'Allotted',
  'placing.state.5': 'Withdrawn',
  'placing.noResult':
    'Windows open and close by the clock, the price follows from a close, and the allotment from the list: no power here enters or changes any of them. One is paused or closed in the catalogue.',
  'placing.withdraw': 'Withdraw the placing (two persons)',
  'placing.withdrawWhy': 'Everybody has all of their money back, and nothing is allotted. This cannot be undone.',
} as const

export const spanish: Readonly<Record<keyof typeof english, string>> = {
  'placing.discount': 'Descuento',
  'placing.reference': 'Cierre de referencia',
  'placing.unlocks': 'Libres desde',
  'placing.state.0': 'Próxima',
  'placing.state.1': 'Abierta',
  'placing.state.2': 'Cerrada',
  'placing.state.3': 'Adjudicada',
  'placing.state.5': 'Retirada',
  'placing.noResult':
    'Los plazos abren y cierran por reloj, el precio sale de un cierre y el reparto de la lista: nadie ingresa ni cambia nada de eso. Se pausan o cierran en el catálogo.',
  'placing.withdraw': 'Retirar la colocación (dos personas)',
  'placing.withdrawWhy': 'Se devuelve todo el dinero y no se adjudica nada. No se puede deshacer.',
}

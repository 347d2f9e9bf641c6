export const english = {
  'approvals.none': 'Nothing waits for a second person.',
  'approvals.maker': 'Asked by',
  'approvals.made': 'Asked',
  'approvals.expires': 'Expires',
  'approvals.asked': '{{name}} asked for exactly this:',
  'approvals.approve': 'Approve',
  'approvals.refuse': 'Refuse',
  'approvals.refused': 'Refused.',
  'approvals.notYou': 'Another person with the role has to approve it. You may take it back.',
} as const

export const spanish: Readonly<Record<keyof typeof english, string>> = {
  'approvals.none': 'Nada espera a una segunda persona.',
  'approvals.maker': 'Lo pidió',
  'approvals.made': 'Pedido',
  'approvals.expires': 'Vence',
  'approvals.asked': '{{name}} pidió exactamente esto:',
  'approvals.approve': 'Aprobar',
  'approvals.refuse': 'Rechazar',
  'approvals.refused': 'Rechazado.',
  'approvals.notYou': 'Lo tiene que aprobar otra persona con el rol. Vos podés retirarlo.',
}

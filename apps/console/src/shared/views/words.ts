export const english = {
  'views.title': 'Saved views',
  'views.save': 'Save this view',
  'views.name': 'Name of the view',
  'views.keep': 'Save',
  'views.rename': 'Rename',
  'views.remove': 'Delete',
  'views.removeWhich': 'Delete the view “{{name}}”?',
  'views.saved': 'Saved. You find it here in every browser.',
  'views.renamed': 'Renamed.',
  'views.removed': 'Deleted.',
} as const

export const spanish: Readonly<Record<keyof typeof english, string>> = {
  'views.title': 'Vistas guardadas',
  'views.save': 'Guardar esta vista',
  'views.name': 'Nombre de la vista',
  'views.keep': 'Guardar',
  'views.rename': 'Renombrar',
  'views.remove': 'Borrar',
  'views.removeWhich': '¿Borrar la vista “{{name}}”?',
  'views.saved': 'Guardada. La encontrás acá en cualquier navegador.',
  'views.renamed': 'Renombrada.',
  'views.removed': 'Borrada.',
}

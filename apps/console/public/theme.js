// Runs before the first paint, so that a light page never flashes dark. Reads what app/appearance.ts keeps.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('rueda.console.theme')
  } catch (unreadable) {
    chosen = null
  }
  var light = window.matchMedia('(prefers-color-scheme: light)').matches
  var theme = chosen === 'light' || chosen === 'dark' ? chosen : light ? 'light' : 'dark'
  document.documentElement.setAttribute('data-theme', theme)
})()

// Runs before the first paint, so that a light page never flashes dark nor a dark one white.
// Reads what app/settings.ts keeps; anything unreadable leaves the page as the markup has it.
;(function () {
  var root = document.documentElement
  var settings = {}
  try {
    settings = JSON.parse(localStorage.getItem('rueda.settings') || '{}').state || {}
  } catch (unreadable) {
    settings = {}
  }
  var light = window.matchMedia('(prefers-color-scheme: light)').matches
  var theme = settings.theme === 'light' || settings.theme === 'dark' ? settings.theme : light ? 'light' : 'dark'
  root.setAttribute('data-theme', theme)
  if (settings.updown) root.setAttribute('data-updown', settings.updown)
  if (settings.reducesMotion) root.setAttribute('data-motion', 'reduced')
  var bar = document.querySelector('meta[name=theme-color]')
  if (bar) bar.setAttribute('content', theme === 'light' ? '#ffffff' : '#131822')

  // The words of the first screen come beside the app (`tools/vite/first-words.ts` names their files), as the app itself will ask for them.
  var words = JSON.parse((document.currentScript && document.currentScript.getAttribute('data-words')) || '{}')
  var file = words[settings.language || 'es'] || words.en
  if (file) {
    var link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'fetch'
    link.crossOrigin = 'anonymous'
    link.href = file
    document.head.appendChild(link)
  }
})()

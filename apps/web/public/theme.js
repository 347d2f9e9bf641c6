// Runs before the first paint, so that a light page never flashes dark nor a dark one white.
// Reads what app/settings.ts keeps; anything unreadable leaves the page as the markup has it.
;(function () {
  var root = document.documentElement
  var kept = function (name) {
    try {
      return JSON.parse(localStorage.getItem(name) || '{}').state || {}
    } catch (unreadable) {
      return {}
    }
  }
  var settings = kept('rueda.settings')
  var light = window.matchMedia('(prefers-color-scheme: light)').matches
  var theme = settings.theme === 'light' || settings.theme === 'dark' ? settings.theme : light ? 'light' : 'dark'
  root.setAttribute('data-theme', theme)
  if (settings.updown) root.setAttribute('data-updown', settings.updown)
  if (settings.reducesMotion) root.setAttribute('data-motion', 'reduced')
  var bar = document.querySelector('meta[name=theme-color]')
  if (bar) bar.setAttribute('content', theme === 'light' ? '#ffffff' : '#131822')

  // The words of the first screen come beside the app (`tools/vite/first-words.ts` names their files), as the app itself will ask for them.
  var dataOf = function (name) {
    return JSON.parse((document.currentScript && document.currentScript.getAttribute(name)) || '{}')
  }
  var words = dataOf('data-words')
  var file = words[settings.language || 'es'] || words.en
  if (file) {
    var link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'fetch'
    link.crossOrigin = 'anonymous'
    link.href = file
    document.head.appendChild(link)
  }

  // Home's first reads are prefetched as well (`tools/vite/first-reads.ts`): the app takes these responses where it would make the same requests.
  if (!/^#?\/?(\?|$)/.test(location.hash)) return
  root.setAttribute('data-opens', 'home')
  var reads = dataOf('data-reads')
  var token = kept('rueda.session').token
  var locale = (reads.locales || {})[settings.language || 'es']
  if (!locale) return
  window.ruedaPrefetched = {}
  reads[token ? 'customer' : 'visitor'].forEach(function (read) {
    var headers = { 'language': locale, 'accept-language': locale }
    if (token) headers.authorization = token
    if (read.body) headers['content-type'] = 'application/json'
    var request = read.body ? { method: 'POST', headers: headers, body: read.body } : { headers: headers }
    var abort = new AbortController()
    var response = fetch(read.address, Object.assign({ signal: abort.signal }, request))
    // Whoever takes it is told of a failure.
    response.catch(function () {})
    window.ruedaPrefetched[read.address] = { request: request, response: response, abort: abort }
  })
})()

// Runs before the first paint. What a reader who is signed in will need is fetched while the first script is still on its way,
// which would ask for it only after it has run.
try {
  if (localStorage.getItem('coffer.session') !== null) {
    const { frame, collections } = document.currentScript.dataset
    const opensCollections = /^(#\/?|#\/collections.*)?$/.test(location.hash)
    for (const href of [frame, opensCollections ? collections : ''].join(' ').split(' ')) {
      if (href === '') continue
      const link = document.createElement('link')
      link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload'
      link.as = href.endsWith('.css') ? 'style' : 'script'
      link.crossOrigin = ''
      link.href = href
      document.head.append(link)
    }
  }
} catch {
  // Then all of it comes when it is asked for.
}

// Runs before the first paint. What a reader who is signed in will need is fetched while the first script is still on its way,
// which would ask for it only after it has run: files, and what the page is about to ask the server for.
try {
  const session = localStorage.getItem('coffer.session')
  // The installer forgets the session.
  if (session !== null && !new URLSearchParams(location.search).has('installer')) {
    const opensCollections = /^(#\/?|#\/collections.*)?$/.test(location.hash)
    const { token } = JSON.parse(session)
    const { type, exp } = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
    if (opensCollections && type === 'admin' && exp * 1000 > Date.now()) {
      const fetched = new Map()
      for (const path of ['collections?page=1&perPage=200&skipTotal=1&sort=%2Bname', 'settings']) {
        const { href } = new URL(`../api/${path}`, location.href)
        const answer = fetch(href, { headers: { Authorization: token } })
        // Whoever takes it is told; nobody has to.
        answer.catch(() => {})
        fetched.set(href, answer)
      }
      window.cofferAhead = { token, fetched }
    }
    const { frame, collections } = document.currentScript.dataset
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

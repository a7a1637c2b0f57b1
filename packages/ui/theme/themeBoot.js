// Loaded before the first paint, as a file of its own: a strict content policy allows no inline script.
try {
  const choice = localStorage.getItem('coffer.theme')
  document.documentElement.dataset.theme = choice === 'light' || choice === 'dark' ? choice : 'system'
} catch {
  document.documentElement.dataset.theme = 'system'
}

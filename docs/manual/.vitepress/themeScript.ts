/**
 * Applies the theme that was chosen in the dashboard. Runs before VitePress's script that reads its own key. `theme/index.ts` stores
 * a choice made in the manual for the dashboard.
 */
export const themeScript = `try {
  const choice = localStorage.getItem('coffer.theme')
  localStorage.setItem('vitepress-theme-appearance', choice === 'light' || choice === 'dark' ? choice : 'auto')
} catch {}`

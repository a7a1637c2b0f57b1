import '@coffer/ui/tokens.css'
import './style.css'
import { type Theme, useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h, watch } from 'vue'
import { NotFound } from './NotFound.ts'

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': () => h(NotFound) }),
  setup() {
    const { isDark } = useData()
    // Stores the choice for the dashboard, which has the same origin. `themeScript.ts` reads it back.
    watch(
      isDark,
      () => {
        const choice = localStorage.getItem('vitepress-theme-appearance')
        localStorage.setItem('coffer.theme', choice === 'light' || choice === 'dark' ? choice : 'system')
      },
      { flush: 'post' },
    )
  },
}

export default theme

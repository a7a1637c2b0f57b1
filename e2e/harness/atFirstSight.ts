import type { Page } from 'playwright-core'

/** Has the page run a script, once, as soon as there is anything of a role: sooner than a test could look, as a quick hand does. */
export const atFirstSight = (page: Page, role: string, script: string): Promise<void> =>
  page.evaluate(`{
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[role=${role}]')) return
      watch.disconnect()
      ${script}
    })
    watch.observe(document.body, { childList: true, subtree: true })
  }`)

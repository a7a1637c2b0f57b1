import type { Page } from 'playwright-core'

/** Runs a script in the page once, as soon as an element of a role appears, which is earlier than a test could query for it. */
export function runWhenRoleAppears(page: Page, role: string, script: string): Promise<void> {
  return page.evaluate(`{
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[role=${role}]')) return
      watch.disconnect()
      ${script}
    })
    watch.observe(document.body, { childList: true, subtree: true })
  }`)
}

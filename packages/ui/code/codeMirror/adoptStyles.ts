import { StyleModule } from 'style-mod'

let isAdopted = false

/**
 * Lets the page adopt the editor's styles as a constructed sheet in place of a `<style>` element, which a content policy without
 * inline styles refuses. The library does so by itself in shadow roots only, and notes the sheet under a symbol of its own: the
 * page is given that note. Were it kept elsewhere, the styles would become an element again.
 */
export function adoptStyles(): void {
  if (isAdopted) return
  isAdopted = true
  const shadow = document.createElement('div').attachShadow({ mode: 'open' })
  StyleModule.mount(shadow, [])
  for (const symbol of Object.getOwnPropertySymbols(shadow)) {
    const note = Object.getOwnPropertyDescriptor(shadow, symbol)
    if (note) Object.defineProperty(document, symbol, note)
  }
}

import { StyleModule } from 'style-mod'

let isAdopted = false

/**
 * Makes the document adopt the editor's styles as a constructed style sheet instead of a `<style>` element, which a content
 * security policy without inline styles blocks. The library does this only in shadow roots, where it stores the sheet under its
 * own symbol. This sets the same symbol on the document; otherwise the library would add an element again.
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

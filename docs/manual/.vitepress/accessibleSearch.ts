import type { Plugin } from 'vite'

/** What to replace in VitePress's search box, so that it is a dialog with a combobox and results that are links. */
const replacements: [RegExp, string][] = [
  [/role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/, 'role="dialog" aria-modal="true"'],
  [/aria-autocomplete="both"/, `role="combobox" aria-autocomplete="list" :aria-expanded="results?.length ? 'true' : 'false'"`],
  [/:id="'localsearch-item-' \+ index"\s+:aria-selected="[^"]*"\s+role="option"/, 'role="none"'],
  [
    /:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\('[^']*'\)"/,
    `:id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'" role="option"`,
  ],
  [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
]

/** Corrects the roles in VitePress's search box, which nests links in options in a button. */
export function accessibleSearch(): Plugin {
  return {
    name: 'coffer:accessible-search',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/VPLocalSearchBox.vue')) return
      return replacements.reduce((source, [pattern, replacement]) => {
        const replaced = source.replace(pattern, replacement)
        if (replaced === source) this.error(`VitePress's search box has changed: it does not match ${pattern}`)
        return replaced
      }, code)
    },
  }
}

import type { Plugin } from 'vite'

/** Words of questions that all pages have. With them, a page with several of them would be found before the one with the word that matters. */
const fillers = /\b(?:a|an|and|are|can|do|does|how|i|in|is|it|my|of|the|to|what)\b/gi

/**
 * What to replace in VitePress's search box, so that it is a dialog with a combobox and results that are links, and searches for the words
 * that matter.
 */
const replacements: [RegExp, string][] = [
  [/role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/, 'role="dialog" aria-modal="true"'],
  [/aria-autocomplete="both"/, `role="combobox" aria-autocomplete="list" :aria-expanded="results?.length ? 'true' : 'false'"`],
  [/:id="'localsearch-item-' \+ index"\s+:aria-selected="[^"]*"\s+role="option"/, 'role="none"'],
  [
    /:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\('[^']*'\)"/,
    `:id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'" role="option"`,
  ],
  [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
  [/index\.search\(filterTextValue\)/, `index.search(filterTextValue.replace(${fillers}, '').trim() || filterTextValue)`],
]

/** Corrects VitePress's search box, which nests links in options in a button, and searches for every word of a question. */
export function searchBox(): Plugin {
  return {
    name: 'coffer:search-box',
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

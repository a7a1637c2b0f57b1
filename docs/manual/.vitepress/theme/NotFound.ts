import { withBase } from 'vitepress'
import { h } from 'vue'

/** The page for addresses at which the manual has none. VitePress's own page has no main landmark. */
export function NotFound() {
  return h('main', { class: 'not-found' }, [
    h('h1', 'This page does not exist'),
    h('p', 'The manual has no page at this address. Search for what you need, or begin at the first page.'),
    h('p', h('a', { href: withBase('/index.html') }, 'First page of the manual')),
  ])
}

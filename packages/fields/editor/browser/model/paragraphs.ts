import { Node } from '@tiptap/core'
import { Paragraph as BaseParagraph } from '@tiptap/extension-paragraph'
import { divisionNames, holdsBlocks, isBlank, paragraphNames } from './elements.ts'
import { bareMark } from './keptAttributes.ts'

/** Nodes whose only paragraph needs no tag of its own: `<li>text</li>`. */
export const tightNodes = ['listItem', 'tableCell', 'tableHeader']
const tightElements = ['li', 'td', 'th']

const isLoneBreak = (element: HTMLElement): boolean =>
  element.parentNode instanceof HTMLElement &&
  [...element.parentNode.childNodes].every(node => node === element || (node.nodeType === 3 && isBlank(node.textContent ?? '')))

const paragraphRules = ['p', ...paragraphNames]

/** A line of text: a paragraph, or another element that holds no block. */
export const Paragraph = BaseParagraph.extend({
  addAttributes() {
    return {
      tag: { default: 'p', rendered: false, parseHTML: element => element.localName },
      /** Whether it is written with its tags; null leaves it to the place. */
      isWrapped: {
        default: null,
        rendered: false,
        keepOnSplit: false,
        parseHTML: element => {
          if (element.hasAttribute(bareMark)) return false
          return tightElements.includes(element.parentElement?.localName ?? '') ? true : null
        },
      },
      /** Stored with nothing in it, not even the line break that gives an empty line its height. */
      isHollow: {
        default: false,
        rendered: false,
        keepOnSplit: false,
        parseHTML: element => element.firstElementChild === null && isBlank(element.textContent ?? ''),
      },
    }
  },
  parseHTML() {
    return [
      { tag: 'p' },
      { tag: paragraphNames.join(), getAttrs: element => (holdsBlocks(element) ? false : null) },
      {
        tag: paragraphRules.map(name => `${name}:not([${bareMark}]) > br:only-child`).join(),
        priority: 60,
        ignore: true,
        getAttrs: element => (isLoneBreak(element) ? null : false),
      },
    ]
  },
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag, HTMLAttributes, 0],
})

/** A block around blocks that means nothing to the editor: `div`, `section` and the like. */
export const Division = Node.create({
  name: 'division',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    tag: { default: 'div', rendered: false, parseHTML: (element: HTMLElement) => element.localName },
  }),
  parseHTML: () => [
    {
      tag: divisionNames.join(),
      getAttrs: element => (holdsBlocks(element) || !paragraphNames.includes(element.localName) ? null : false),
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag, HTMLAttributes, 0],
})

import { Node } from '@tiptap/core'
import { Paragraph as BaseParagraph } from '@tiptap/extension-paragraph'
import { divisionNames, holdsBlocks, isBlank, paragraphNames } from './elements.ts'
import { bareMark } from './retainedAttributes.ts'

/** Nodes whose only paragraph is written without a tag: `<li>text</li>`. */
export const tightNodes = ['listItem', 'tableCell', 'tableHeader']
const tightElements = ['li', 'td', 'th']

const isLoneBreak = (element: HTMLElement): boolean =>
  element.parentNode instanceof HTMLElement &&
  [...element.parentNode.childNodes].every(node => node === element || (node.nodeType === 3 && isBlank(node.textContent ?? '')))

const paragraphRules = ['p', ...paragraphNames]

/** A line of text: a paragraph, or another element that contains no block. */
export const Paragraph = BaseParagraph.extend({
  addAttributes() {
    return {
      tag: { default: 'p', rendered: false, parseHTML: element => element.localName },
      /** Whether the tags are written; null depends on the parent. */
      isWrapped: {
        default: null,
        rendered: false,
        keepOnSplit: false,
        parseHTML: element => {
          if (element.hasAttribute(bareMark)) return false
          return tightElements.includes(element.parentElement?.localName ?? '') ? true : null
        },
      },
      /** Whether it was stored completely empty, without the line break that gives an empty line its height. */
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

/** A container without a meaning for the editor: `div`, `section` and the like. */
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

/** Elements that stand in a column of their own; all others are taken as part of a line. */
const blockNames = [
  ...['address', 'article', 'aside', 'blockquote', 'body', 'caption', 'center', 'col', 'colgroup', 'dd', 'details', 'dialog'],
  ...['div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header'],
  ...['hgroup', 'hr', 'legend', 'li', 'main', 'menu', 'nav', 'ol', 'p', 'pre', 'search', 'section', 'summary', 'table', 'tbody'],
  ...['td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
]

/** Blocks that hold a line of text, beside `p`, when no other block is in them. */
export const paragraphNames = ['address', 'dd', 'div', 'dt', 'figcaption']

/** Blocks that hold blocks. */
export const divisionNames = [
  ...['address', 'article', 'aside', 'center', 'dd', 'div', 'dl', 'figure', 'footer', 'header', 'main', 'nav', 'section'],
]

const blocks = new Set(blockNames)
const blockSelector = blockNames.join(',')

export const holdsBlocks = (element: Element): boolean => element.querySelector(blockSelector) !== null

/** Whether an element breaks the line: as a block, or as a part of a line around one. */
export const isBlock = (element: Element): boolean => blocks.has(element.localName) || holdsBlocks(element)

/** Whether a text is nothing but the white space that HTML collapses; a no-break space is none. */
export const isBlank = (text: string): boolean => !/[^ \t\r\n\f]/.test(text)

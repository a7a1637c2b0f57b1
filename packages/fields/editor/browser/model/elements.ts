/** Block-level elements. All other elements are inline. */
const blockNames = (
  'address article aside blockquote body caption center col colgroup dd details dialog div dl dt fieldset ' +
  'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search ' +
  'section summary table tbody td tfoot th thead tr ul'
).split(' ')

/** Blocks that, like `p`, contain a line of text if they contain no other block. */
export const paragraphNames = ['address', 'dd', 'div', 'dt', 'figcaption']

/** Blocks that contain blocks. */
export const divisionNames = 'address article aside center dd div dl figure footer header main nav section'.split(' ')

const blocks = new Set(blockNames)
const blockSelector = blockNames.join(',')

export function holdsBlocks(element: Element): boolean {
  return element.querySelector(blockSelector) !== null
}

/** Whether an element is a block, or an inline element that contains one. */
export function isBlock(element: Element): boolean {
  return blocks.has(element.localName) || holdsBlocks(element)
}

/** Whether a text consists only of collapsible whitespace. A no-break space is not collapsible. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n\f]/.test(text)
}

/** Attribute of a bar with actions, of a page or a layer, that toasts must not cover. */
export const uncovered = { 'data-uncovered': '' }

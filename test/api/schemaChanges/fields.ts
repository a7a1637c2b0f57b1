/** Returns the definition of a text field. */
export function text(id: string, name: string) {
  return { id, name, type: 'text' }
}

/** Returns the definition of a select field with the choices a and b. */
export function choice(id: string, name: string, maxSelect: number) {
  return {
    id,
    name,
    type: 'select',
    options: { maxSelect, values: ['a', 'b'] },
  }
}

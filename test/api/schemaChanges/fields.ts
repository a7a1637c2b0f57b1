/** Returns the definition of a text field. */
export const text = (id: string, name: string) => ({ id, name, type: 'text' })

/** Returns the definition of a select field with the choices a and b. */
export const choice = (id: string, name: string, maxSelect: number) => ({
  id,
  name,
  type: 'select',
  options: { maxSelect, values: ['a', 'b'] },
})

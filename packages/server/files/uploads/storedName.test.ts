import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storedName } from './storedName.ts'

const random = '[A-Za-z0-9]{10}'

test.each([
  ['photo.jpg', `photo_${random}\\.jpg`],
  ['My Photo (1).JPG', `my_photo_1_${random}\\.JPG`],
  ['ÜBER straße.txt', `ber_stra_e_${random}\\.txt`],
  ['日本語.txt', `${random}_${random}\\.txt`],
  ['a.txt', `a${random}_${random}\\.txt`],
  ['ab.png', `ab${random}_${random}\\.png`],
  ['.hidden', `${random}_${random}\\.hidden`],
  ['noext', `noext_${random}\\.bin`],
  ['trailing.', `trailing_${random}\\.bin`],
  ['', `${random}_${random}\\.bin`],
  ['camelCaseName.txt', `camel_case_name_${random}\\.txt`],
  ['myTestDB', `my_test_db_${random}\\.bin`],
  ['HTMLFile.html', `htmlfile_${random}\\.html`],
  ['under_score-dash.md', `under_score_dash_${random}\\.md`],
  [`${'x'.repeat(120)}.txt`, `${'x'.repeat(100)}_${random}\\.txt`],
  ['sp ace.t x t', `sp_ace_${random}\\.txt`],
  ['semi;colon.txt', `semi_colon_${random}\\.txt`],
  ['percent%20.txt', `percent_20_${random}\\.txt`],
  ['plus+sign.c++', `plus_sign_${random}\\.c\\+\\+`],
  ['a&b<c>.txt', `a_b_c_${random}\\.txt`],
  ['image_! noext', `image_noext_${random}\\.bin`],
  ['tmpfile-abc.txt', `tmpfile_abc_${random}\\.txt`],
  ['a b c d!@$.j!@$pg', `a_b_c_d_${random}\\.jpg`],
  ['a.b.tar.gz', `a_b_${random}\\.tar\\.gz`],
  ['jquery.min.js', `jquery_${random}\\.min\\.js`],
  ['two.dots.txt', `two_${random}\\.dots\\.txt`],
  [`a.${'e'.repeat(30)}`, `a${random}_${random}\\.e{20}`],
  ['..\\..\\evil\r\n"x.png', `.*_${random}\\.[\\w.]*png`],
])('storedName converts %j to a name that matches %s', (clientName, expected) => {
  expect(storedName(clientName, '.bin')).toMatch(new RegExp(`^${expected}$`))
})

test('stored names are safe in paths, URLs and headers for every name that a client sends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), name => {
      const stored = storedName(name, '')
      expect(stored).toMatch(/^[a-z0-9_]*[A-Za-z0-9]*_[A-Za-z0-9]{10}[\w.*\-+=#]*$/)
      expect(stored.length).toBeLessThanOrEqual(110 + 1 + 10 + 21)
    }),
  )
})

test('two uploads with the same name get different stored names', () => {
  expect(storedName('photo.jpg', '')).not.toBe(storedName('photo.jpg', ''))
})

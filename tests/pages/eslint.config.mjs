// The rules for the scripts of the window's page, used by test_look.py.
import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: 'module', globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      curly: ['error', 'multi-line'],
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', 60],
      complexity: ['error', 16],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-restricted-properties': [
        'error',
        { property: 'innerHTML', message: 'Foreign text is text.' },
        { property: 'outerHTML', message: 'Foreign text is text.' },
        { property: 'insertAdjacentHTML', message: 'Foreign text is text.' },
      ],
      'no-shadow': 'error',
      'no-unused-vars': 'error',
      'no-use-before-define': ['error', { functions: false, variables: false }],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  // Tables of texts are as long as the texts of the page require.
  { files: ['page/de.js', 'page/fr.js'], rules: { 'max-lines': 'off' } },
];

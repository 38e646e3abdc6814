module.exports = { testMatch: ['**/*.test.{js,mjs}'] }

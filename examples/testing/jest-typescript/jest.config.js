const transforms = {
  'ts-jest': [
    'ts-jest',
    { tsconfig: { allowJs: true, module: 'CommonJS', isolatedModules: true } },
  ],
  swc: '@swc/jest',
  babel: [
    'babel-jest',
    {
      presets: [
        ['@babel/preset-env', { targets: { node: 'current' } }],
        '@babel/preset-typescript',
      ],
    },
  ],
}

// Three projects to test three transforms: yours needs one.
module.exports = {
  projects: Object.entries(transforms).map(([displayName, transform]) => ({
    displayName,
    transform: { '\\.[jt]sx?$': transform },
    // The mock is an ES module, which Jest must transform.
    transformIgnorePatterns: ['/node_modules/(?!@photofeed/)'],
  })),
}

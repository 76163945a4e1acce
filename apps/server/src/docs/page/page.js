const nothing = () => () => null;

// A call needs a signature, which only the caller's own code can make: the page shows, it does not send.
const readingOnly = () => ({ wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } });

globalThis.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelExpandDepth: 3,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  plugins: [readingOnly],
  supportedSubmitMethods: [],
  validatorUrl: null,
});

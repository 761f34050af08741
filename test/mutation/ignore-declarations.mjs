import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** The name at the end of what is called: `Schema` of `new mongoose.Schema`, `index` of `schema.index`. */
const nameOf = (callee) => callee.property?.name ?? callee.name;

/**
 * Leaves declarations of schemas and indexes as they are. They say what no write of ours violates, and
 * test/integration/store/indexes.test.ts holds every query against them.
 */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'declarations', {
    shouldIgnore: ({ node }) => {
      const isSchema = node.type === 'NewExpression' && nameOf(node.callee) === 'Schema';
      const isIndex = node.type === 'CallExpression' && node.callee.object?.name === 'schema';
      return isSchema || isIndex ? 'A schema, or an index, is a declaration.' : undefined;
    },
  }),
];

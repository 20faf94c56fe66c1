/** Types that several renderers share, by the modules that make them (the linker knows no imports of types). */
type DiffRow = import("./diff.js").DiffRow;
type McpIdentity = import("./mcp.js").McpIdentity;
type McpRow = import("./mcp.js").McpRow;
type McpPrompt = NonNullable<ReturnType<typeof import("./mcp.js").mcpPrompt>>;
type ToolTask = import("./lists.js").Task;
type AgentRun = import("./lists.js").AgentRun;
type GrepHit = import("./listing.js").Hit;
type NestedCall = import("./codemode.js").NestedCall;

/**
 * Which attachments reach the model (§2, rule 3). The inner type decides; one that stands in neither table is taken
 * as context, since leaving out what the model saw is the worse mistake, and reported.
 */

const RENDERS_TO_NOTHING: ReadonlySet<string> = new Set([
  'already_read_file',
  'background_task_status',
  'command_permissions',
  'dynamic_skill',
  'hook_cancelled',
  'hook_non_blocking_error',
  'hook_permission_decision',
  'max_turns_reached',
  'structured_output',
]);

/** `hook_error` and its longer forms, such as `hook_error_during_execution`. */
const HOOK_ERROR = 'hook_error';

/** A hook's output is shown only where the hook speaks to the model. */
const HOOK_SUCCESS = 'hook_success';
const SHOWN_HOOK_EVENTS: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit']);

const SHOWN: ReadonlySet<string> = new Set([
  'agent_listing_delta',
  'agent_mention',
  'async_hook_response',
  'auto_mode',
  'auto_mode_exit',
  'compact_file_reference',
  'critical_system_reminder',
  'date_change',
  'deferred_tools_delta',
  'diagnostics',
  'directory',
  'edited_image_file',
  'edited_text_file',
  'file',
  'hook_additional_context',
  'hook_blocking_error',
  'hook_stopped_continuation',
  'invoked_skills',
  'mcp_instructions_delta',
  'mcp_resource',
  'nested_memory',
  'opened_file_in_ide',
  'output_style',
  'pdf_reference',
  'plan_file_reference',
  'plan_mode',
  'plan_mode_exit',
  'plan_mode_reentry',
  'queued_command',
  'relevant_memories',
  'selected_lines_in_ide',
  'skill_listing',
  'task_reminder',
  'task_status',
  'todo',
  'todo_reminder',
  'total_tokens_reminder',
]);

export type Showing = 'shown' | 'nothing' | 'unknown';

/** Whether an attachment of this inner type, from this hook event if any, was shown to the model. */
export function showingOf(type: string | null, hookEvent: string | null): Showing {
  if (type === null) {
    return 'unknown';
  }
  if (type === HOOK_SUCCESS) {
    return hookEvent !== null && SHOWN_HOOK_EVENTS.has(hookEvent) ? 'shown' : 'nothing';
  }
  if (RENDERS_TO_NOTHING.has(type) || type.startsWith(HOOK_ERROR)) {
    return 'nothing';
  }
  return SHOWN.has(type) ? 'shown' : 'unknown';
}

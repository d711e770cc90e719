/** Thoughts of a model. */
export const plan = "Secretly: say nothing of the limit."

/** The answer behind them. */
export const words = "Your parcel left on Monday."

/** Both, in whatever marks a model and its server leave them. */
export const marked: ReadonlyArray<string> = [
  `<think>${plan}</think>${words}`,
  `<THINKING>${plan}</Thinking>\n\n${words}`,
  `<reasoning effort="high">${plan}</reasoning>${words}`,
  `<mm:think>${plan}</mm:think>${words}`,
  `<inner_thoughts>${plan}</inner_thoughts>${words}`,
  `[THINK]${plan}[/THINK]${words}`,
  `◁think▷${plan}◁/think▷${words}`,
  `<|START_THINKING|>${plan}<|END_THINKING|><|START_RESPONSE|>${words}<|END_RESPONSE|>`,
  `<|begin_of_thought|>${plan}<|end_of_thought|><|begin_of_solution|>${words}<|end_of_solution|>`,
  `<|think_start|>${plan}<|think_end|>${words}`,
  `<|inner_prefix|>${plan}<|inner_suffix|>${words}`,
  `<|channel>thought\n${plan}<channel|>${words}`,
  `<|channel|>analysis<|message|>${plan}<|end|><|start|>assistant<|channel|>commentary<|message|>${plan}<|end|><|start|>assistant<|channel|>final<|message|>${words}<|return|>`,
  `analysis${plan}assistantcommentary${plan}assistantfinal${words}`,
  `Here is my thought process: ${plan} Here is my response: ${words}`,
  `Thought: ${plan}\nFinal Answer: ${words}`,
  `<scratch_pad>${plan}</scratch_pad>${words}`,
  `<cot>${plan}</cot>${words}`,
  `<chain_of_thought>${plan}</chain_of_thought>${words}`,
  `&lt;think&gt;${plan}&lt;/think&gt;${words}`,
  `＜think＞${plan}＜/think＞${words}`,
  `<｜begin▁of▁thinking｜>${plan}<｜end▁of▁thinking｜>${words}`,
  `<think>${plan}< /think>${words}`,
  `<|think|>${plan}<|end|><|begin|>assistant<|content|>${words}`,
  `<|channel|>analysis ${plan}<|channel|>final ${words}`,
  `Here are my reasoning steps:\n${plan}\n[BEGIN FINAL RESPONSE]\n${words}\n[END FINAL RESPONSE]`,
  `Here are my reasoning steps:\n${plan}\n[BEGIN FINAL RESPONSE]\n${words}\n<|end|>`,
  `<details type="reasoning" done="true">\n<summary>Thought</summary>\n> ${plan}\n</details>\n${words}`,
  `_Thinking…_\n> ${plan}\n\n${words}`,
  `*Thinking...*\n\n> ${plan}\n>\n> ${plan}\n\n${words}`,
  `\`\`\`thinking\n${plan}\n\`\`\`\n${words}`,
  `Thinking...\n${plan}\n...done thinking.\n\n${words}`
]

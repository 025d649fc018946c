// The small form for the parts of a move that are typed: text, number, flag.

/**
 * @param {[string, import("./rules.js").Part][]} parts name and part of each input
 * @param {(name: string) => string} label
 * @param {string} done the text of its button
 * @param {(inputs: Record<string, any>) => void} onDone
 * @returns {HTMLFormElement}
 */
export function moveForm(parts, label, done, onDone) {
  const form = document.createElement("form");
  form.className = "choice-form";
  const readers = parts.map(([name, part]) => {
    const input = document.createElement("input");
    input.name = name;
    input.type = part.part === "flag" ? "checkbox" : part.part;
    if (part.part === "text") {
      input.autocomplete = "off";
      input.required = (part.min ?? 0) > 0;
      if (part.min) input.minLength = part.min;
      if (part.max) input.maxLength = part.max;
    } else if (part.part === "number") {
      input.required = true;
      input.step = "1";
      if (part.min !== undefined) input.min = input.value = String(part.min);
      if (part.max !== undefined) input.max = String(part.max);
    }
    const line = document.createElement("label");
    line.append(label(name), " ", input);
    form.append(line);
    return () => [name, part.part === "flag" ? input.checked : part.part === "number" ? input.valueAsNumber : input.value.trim()];
  });
  const button = document.createElement("button");
  button.textContent = done;
  form.append(button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onDone(Object.fromEntries(readers.map((read) => read())));
  });
  return form;
}

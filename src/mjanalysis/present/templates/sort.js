/* Headers become buttons that sort the rows: upwards, downwards, as given. Numbers are compared by the value in
   data-sort, words as readers of Chinese and English expect. A number that is missing stands last either way. */
const words = new Intl.Collator(["zh", "en"], { numeric: true });
const next = { none: "ascending", ascending: "descending", descending: "none" };

function compared(one, two, sign) {
  if (!one.classList.contains("number")) return sign * words.compare(one.textContent, two.textContent);
  const [a, b] = [one, two].map((cell) => cell.dataset.sort);
  if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
  return sign * (Number(a) - Number(b));
}

for (const table of document.querySelectorAll("main table")) {
  const [body] = table.tBodies, given = [...body.rows], heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    head.ariaSort = "none";
    button.addEventListener("click", () => {
      const order = next[head.ariaSort], sign = order === "descending" ? -1 : 1;
      heads.forEach((other) => { other.ariaSort = other === head ? order : "none"; });
      const rows = [...given];
      if (order !== "none") rows.sort((a, b) => compared(a.cells[column], b.cells[column], sign));
      body.append(...rows);
    });
  });
}

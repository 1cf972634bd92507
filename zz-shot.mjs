import { chromium } from "@playwright/test"; import { readFileSync, mkdirSync } from "node:fs";
const {token,slug}=JSON.parse(readFileSync("/tmp/h/tbl-site.json")); const U="http://127.0.0.1:4177"; mkdirSync("/tmp/h/tbl",{recursive:true});
const api=(m,p,b)=>fetch(U+"/api/v1"+p,{method:m,headers:{authorization:`Bearer ${token}`,"content-type":"application/json"},body:b&&JSON.stringify(b)});
const b=await chromium.launch({executablePath:"/usr/bin/chromium-headless-shell",args:["--no-sandbox","--disable-gpu"]});
for (const layout of process.argv.slice(2)) { await api("PUT",`/admin/albums/${slug}`,{layout});
 for (const [w,h] of [[390,844],[820,1180],[1440,900],[2560,1440]]) { const c=await b.newContext({viewport:{width:w,height:h}}); const p=await c.newPage();
  await p.addInitScript(()=>{window.cls=0;new PerformanceObserver(l=>{for(const e of l.getEntries())if(!e.hadRecentInput)window.cls+=e.value}).observe({type:"layout-shift",buffered:true});});
  await p.goto(`${U}/travel/${slug}`); await p.waitForTimeout(1200);
  if (layout==="strip") { const total=await p.evaluate(()=>document.querySelector("[data-strip]").scrollWidth); const n=Math.min(12,Math.ceil(total/w)); 
    for(let i=0;i<n;i++){ await p.evaluate(x=>{const s=document.querySelector("[data-strip]"); s.style.scrollSnapType="none"; s.scrollLeft=x},i*w); await p.waitForTimeout(700); await p.screenshot({path:`/tmp/h/tbl/strip-${w}-${String(i).padStart(2,"0")}.png`}); } }
  else { const H=await p.evaluate(()=>document.documentElement.scrollHeight); for(let y=0;y<H;y+=h){await p.evaluate(y=>scrollTo(0,y),y);await p.waitForTimeout(350);} await p.evaluate(()=>scrollTo(0,0)); await p.waitForTimeout(200); await p.screenshot({path:`/tmp/h/tbl/${layout}-${w}.png`,fullPage:true}); }
  console.log(layout,w,"CLS",await p.evaluate(()=>window.cls)); await c.close(); } }
await b.close();

import FoundationEssentials

/// How the pages look: one sheet inside each page, so that nothing is fetched.
enum PageStyle {
    static let sheet = """
        :root{color-scheme:light dark;--page:#f1efec;--card:#fff;--text:#20242c;--quiet:#5b6270;--line:#c9ccd3;--accent:#a84300;
        --hover:#fbf3ee;--problem:#a4121c}
        @media (prefers-color-scheme:dark){:root{--page:#15171b;--card:#20242b;--text:#e8eaee;--quiet:#a5acb8;--line:#474d58;
        --accent:#f0a066;--hover:#2b3038;--problem:#ff9c9c}}
        *{box-sizing:border-box}
        body{margin:0;padding:1px;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
        main{max-width:27rem;margin:8vh auto 2rem;padding:1.75rem 2rem;background:var(--card);border-top:4px solid var(--accent);
        border-radius:6px;box-shadow:0 1px 8px #0003}
        h1{margin:0 0 .5rem;font-size:1.4rem;line-height:1.25}
        p{margin:0 0 1rem}
        ul{margin:0 0 1rem;padding-left:1.25rem}
        label{display:block}
        input,button{font:inherit;color:inherit;border:1px solid var(--line);border-radius:4px;background:var(--card)}
        input{width:100%;padding:.5rem .6rem}
        input[type=checkbox]{width:auto;margin-right:.5rem}
        button{padding:.5rem 1.25rem;cursor:pointer}
        button:hover{background:var(--hover);border-color:var(--accent)}
        :focus-visible{outline:3px solid var(--accent);outline-offset:1px}
        .main{background:var(--accent);border-color:var(--accent);color:var(--card);font-weight:600}
        .main:hover{background:var(--text);border-color:var(--text)}
        .row{display:block;width:100%;margin:0 0 .5rem;padding:.6rem .9rem;text-align:left;line-height:1.35}
        .row small,.app,footer{color:var(--quiet)}
        .other{display:flex;gap:.5rem;align-items:end;margin-top:1.25rem}
        .other label{flex:1}
        .end{display:flex;justify-content:flex-end;gap:.5rem;margin:1rem 0 0}
        .end button{border-color:transparent;color:var(--quiet)}
        .problem{padding:.6rem .8rem;border-left:4px solid var(--problem);background:var(--hover);color:var(--problem)}
        footer{margin-top:1.5rem;padding-top:.75rem;border-top:1px solid var(--line);font-size:.8rem}
        @media (max-width:30rem){body{background:var(--card)}main{margin:0 auto;padding:1.25rem 1rem;border-radius:0;box-shadow:none}}
        """

    /// The sheet as a content security policy names it.
    static let source = "'sha256-" + Data(Service.sha256(sheet)).base64EncodedString() + "'"
}

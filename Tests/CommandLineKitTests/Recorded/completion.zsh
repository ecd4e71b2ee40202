#compdef my-sample
# zsh completion for my-sample
_my_sample() {
    local -a lines described
    local directive line value help
    lines=("${(@f)$("${words[1]}" __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    directive=${lines[1]}
    for line in "${(@)lines[2,-1]}"; do
        [[ -n $line ]] || continue
        value=${line%%$'\t'*}
        help=${line#"$value"}
        described+=("${value//:/\\:}${help:+:${help#$'\t'}}")
    done
    case $directive in
        :files) _files ;;
        :directories) _files -/ ;;
        :commandline*)
            shift $((${directive#:commandline } + 1)) words
            ((CURRENT -= ${directive#:commandline } + 1))
            _normal
            ;;
        *) ((${#described})) && _describe -V 'my-sample' described ;;
    esac
}
if [[ ${funcstack[1]} == _my_sample ]]; then
    _my_sample "$@"
else
    compdef _my_sample my-sample
fi
